//! The themes in the program, as their files. Not their colours: those are in `assets/themes`.

/// Name and TOML of each, in the order in which they are listed. One that extends another stands behind it.
pub(super) const ALL: [(&str, &str); 8] = [
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
    (
        "contrast-dark",
        include_str!("../../assets/themes/contrast-dark.toml"),
    ),
    (
        "contrast-light",
        include_str!("../../assets/themes/contrast-light.toml"),
    ),
    (
        "gruvbox-dark",
        include_str!("../../assets/themes/gruvbox-dark.toml"),
    ),
    (
        "gruvbox-light",
        include_str!("../../assets/themes/gruvbox-light.toml"),
    ),
    ("nord", include_str!("../../assets/themes/nord.toml")),
    (
        "solarized-light",
        include_str!("../../assets/themes/solarized-light.toml"),
    ),
];
