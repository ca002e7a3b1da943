//! The picture of small screens, to the byte; boxes by their edges.

use super::shapes::{BOX_ARMS, MID_X, MID_Y};
use super::*;
use ratatui::layout::Rect as Area;
use ratatui::style::Style;

fn buffer(lines: &[&str]) -> Buffer {
    Buffer::with_lines(lines.iter().copied())
}

/// The lines of a picture after the ground rectangle, without the closing tag.
fn body(buffer: &Buffer) -> Vec<String> {
    let svg = render(buffer);
    let lines: Vec<String> = svg.lines().map(str::to_owned).collect();
    assert_eq!(lines.last().map(String::as_str), Some("</svg>"));
    lines[3..lines.len() - 1].to_vec()
}

fn shapes(symbol: char) -> Vec<(i32, i32, i32, i32)> {
    let mut picture = Picture::default();
    let look = Look::of(&Cell::default(), &Palette::DARK);
    assert!(
        draw_shape(
            &mut picture,
            &symbol.to_string(),
            0,
            0,
            &look,
            &Palette::DARK
        ),
        "{symbol} is not drawn"
    );
    picture
        .shapes
        .iter()
        .map(|r| (r.x, r.y, r.x + r.w, r.y + r.h))
        .collect()
}

#[test]
fn nothing_on_the_screen_is_a_bare_ground() {
    for (area, width, height) in [
        (Area::new(0, 0, 0, 0), 24, 24),
        (Area::new(0, 0, 3, 2), 51, 60),
    ] {
        let svg = render(&Buffer::empty(area));
        let expected = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
        );
        assert_eq!(svg.lines().next(), Some(expected.as_str()));
        assert_eq!(body(&Buffer::empty(area)), ["<g fill=\"#d4d7dd\">", "</g>"]);
    }
}

#[test]
fn runs_keep_their_columns() {
    let mut screen = buffer(&["ab c  d", "é日本x"]);
    screen.set_style(
        Area::new(6, 0, 1, 1),
        Style::new()
            .fg(Color::Rgb(1, 2, 3))
            .add_modifier(Modifier::BOLD | Modifier::ITALIC),
    );
    assert_eq!(
        body(&screen),
        [
            "<g fill=\"#d4d7dd\">",
            "<text x=\"12 21 30 39\" y=\"26\">ab c</text>",
            "<text x=\"66\" y=\"26\" class=\"b i\" fill=\"#010203\">d</text>",
            "<text x=\"12\" y=\"44\">é</text>",
            "<text x=\"30\" y=\"44\" class=\"w\">日</text>",
            "<text x=\"48\" y=\"44\" class=\"w\">本</text>",
            "<text x=\"57\" y=\"44\">x</text>",
            "</g>",
        ]
    );
}

#[test]
fn a_wide_symbol_does_not_reach_beyond_its_row() {
    let mut screen = Buffer::empty(Area::new(0, 0, 2, 2));
    screen[(1, 0)].set_symbol("日").set_bg(Color::Rgb(0, 0, 9));
    screen[(0, 1)].set_symbol("x");
    assert_eq!(
        body(&screen),
        [
            "<path shape-rendering=\"crispEdges\" fill=\"#000009\" d=\"M21 12h9v18h-9z\"/>",
            "<g fill=\"#d4d7dd\">",
            "<text x=\"25.5\" y=\"26\" class=\"m\">日</text>",
            "<text x=\"12\" y=\"44\">x</text>",
            "</g>",
        ]
    );
}

#[test]
fn styles_become_colours_and_rules() {
    let mut screen = buffer(&["abcd"]);
    let red = Color::Rgb(200, 0, 0);
    screen[(0, 0)].set_style(Style::new().fg(red).add_modifier(Modifier::REVERSED));
    screen[(1, 0)].set_style(
        Style::new()
            .fg(red)
            .bg(Color::Rgb(0, 0, 100))
            .add_modifier(Modifier::DIM),
    );
    screen[(2, 0)].set_style(
        Style::new()
            .underline_color(Color::Rgb(0, 9, 0))
            .add_modifier(Modifier::UNDERLINED | Modifier::HIDDEN),
    );
    screen[(3, 0)].set_style(Style::new().add_modifier(Modifier::CROSSED_OUT));
    assert_eq!(
        body(&screen),
        [
            "<path shape-rendering=\"crispEdges\" fill=\"#000064\" d=\"M21 12h9v18h-9z\"/>",
            "<path shape-rendering=\"crispEdges\" fill=\"#c80000\" d=\"M12 12h9v18h-9z\"/>",
            "<g fill=\"#d4d7dd\">",
            "<text x=\"12\" y=\"26\" fill=\"#171a21\">a</text>",
            "<text x=\"21\" y=\"26\" fill=\"#780028\">b</text>",
            "<text x=\"39\" y=\"26\">d</text>",
            "</g>",
            "<path shape-rendering=\"crispEdges\" fill=\"#000900\" d=\"M30 28h9v1h-9z\"/>",
            "<path shape-rendering=\"crispEdges\" fill=\"#d4d7dd\" d=\"M39 21h9v1h-9z\"/>",
        ]
    );
}

#[test]
fn equal_grounds_and_lines_join() {
    let mut screen = buffer(&["┌──┐", "│  │", "└──┘"]);
    screen.set_style(screen.area, Style::new().bg(Color::Rgb(0, 0, 1)));
    assert_eq!(
        body(&screen),
        [
            "<path shape-rendering=\"crispEdges\" fill=\"#000001\" d=\"M12 12h36v54h-36z\"/>",
            "<path shape-rendering=\"crispEdges\" fill=\"#d4d7dd\" \
             d=\"M16 20h1v37h-1zM16 20h28v1h-28zM43 20h1v37h-1zM16 56h28v1h-28z\"/>",
            "<g fill=\"#d4d7dd\">",
            "</g>",
        ]
    );
}

#[test]
fn box_arms_reach_the_edges_they_should_and_no_others() {
    for (code, arms) in (0x2500..).zip(BOX_ARMS).filter(|(_, arms)| *arms != 0) {
        let symbol = char::from_u32(code).unwrap();
        let rects = shapes(symbol);
        let weights = [arms >> 12, arms >> 8 & 15, arms >> 4 & 15, arms & 15];
        // At each edge: where lines cross it, as starts and ends along the edge.
        let edges = [
            rects
                .iter()
                .filter(|r| r.0 == 0)
                .map(|r| (r.1, r.3))
                .collect::<Vec<_>>(),
            rects
                .iter()
                .filter(|r| r.1 == 0)
                .map(|r| (r.0, r.2))
                .collect(),
            rects
                .iter()
                .filter(|r| r.2 == CELL_W)
                .map(|r| (r.1, r.3))
                .collect(),
            rects
                .iter()
                .filter(|r| r.3 == CELL_H)
                .map(|r| (r.0, r.2))
                .collect(),
        ];
        for ((weight, mut found), mid) in weights
            .into_iter()
            .zip(edges)
            .zip([MID_Y, MID_X, MID_Y, MID_X])
        {
            let expected = match weight {
                0 => vec![],
                1 => vec![(mid, mid + PIXEL)],
                2 => vec![(mid - PIXEL, mid + 2 * PIXEL)],
                _ => vec![(mid - PIXEL, mid), (mid + PIXEL, mid + 2 * PIXEL)],
            };
            found.sort_unstable();
            assert_eq!(found, expected, "{symbol}");
        }
    }
}

#[test]
fn double_lines_leave_their_insides_open() {
    let pixels = |symbol| -> Vec<String> {
        let rects = shapes(symbol);
        (5..12)
            .map(|y| {
                let lit = |x: i32| {
                    rects.iter().any(|r| {
                        (r.0..r.2).contains(&(x * PIXEL)) && (r.1..r.3).contains(&(y * PIXEL))
                    })
                };
                (1..8).map(|x| if lit(x) { '#' } else { '.' }).collect()
            })
            .collect()
    };
    assert_eq!(
        pixels('╬'),
        [
            "..#.#..", "..#.#..", "###.###", ".......", "###.###", "..#.#..", "..#.#.."
        ]
    );
    assert_eq!(
        pixels('╔'),
        [
            ".......", ".......", "..#####", "..#....", "..#.###", "..#.#..", "..#.#.."
        ]
    );
    assert_eq!(
        pixels('╠'),
        [
            "..#.#..", "..#.#..", "..#.###", "..#....", "..#.###", "..#.#..", "..#.#.."
        ]
    );
    assert_eq!(
        pixels('╒'),
        [
            ".......", ".......", "...####", "...#...", "...####", "...#...", "...#..."
        ]
    );
    assert_eq!(
        pixels('╖'),
        [
            ".......", ".......", ".......", "#####..", "..#.#..", "..#.#..", "..#.#.."
        ]
    );
    assert_eq!(
        pixels('╟'),
        [
            "..#.#..", "..#.#..", "..#.#..", "..#.###", "..#.#..", "..#.#..", "..#.#.."
        ]
    );
}

#[test]
fn every_box_block_and_braille_symbol_is_drawn() {
    for symbol in ('\u{2500}'..='\u{259f}').chain('\u{2801}'..='\u{28ff}') {
        let mut screen = Buffer::empty(Area::new(0, 0, 1, 1));
        screen[(0, 0)].set_char(symbol);
        let drawn = body(&screen);
        assert!(
            drawn.iter().any(|line| line.starts_with("<path")),
            "{symbol}"
        );
        assert!(
            !drawn.iter().any(|line| line.starts_with("<text")),
            "{symbol}"
        );
    }
}

#[test]
fn blocks_fill_their_part() {
    let eighth = (CELL_W / 8, CELL_H / 8);
    assert_eq!(shapes('▃'), [(0, 5 * eighth.1, CELL_W, CELL_H)]);
    assert_eq!(shapes('▎'), [(0, 0, 2 * eighth.0, CELL_H)]);
    assert_eq!(
        shapes('▞'),
        [
            (CELL_W / 2, 0, CELL_W, CELL_H / 2),
            (0, CELL_H / 2, CELL_W / 2, CELL_H)
        ]
    );
    assert_eq!(shapes('⣿').len(), 8);
    assert_eq!(
        body(&buffer(&["▒"]))[0],
        "<path shape-rendering=\"crispEdges\" fill=\"#76797f\" d=\"M12 12h9v18h-9z\"/>"
    );
}

#[test]
fn text_is_safe_in_xml() {
    assert_eq!(
        escape("<a href=\"x\">&\u{1b}[31m\u{202e}\0\u{9b}e\u{301}\u{200d}"),
        "&lt;a href=\"x\"&gt;&amp;\u{fffd}[31m\u{fffd}\u{fffd}\u{fffd}e\u{301}\u{200d}"
    );
    let mut screen = Buffer::empty(Area::new(0, 0, 1, 1));
    screen[(0, 0)].set_symbol("\u{1b}");
    assert!(!render(&screen).chars().any(|c| c.is_control() && c != '\n'));
}

#[test]
fn numbered_colours_follow_the_palette_the_cube_and_the_greys() {
    let named = Palette::DARK;
    for (index, expected) in [
        (1, named.ansi[1]),
        (16, 0),
        (21, 0xff),
        (110, 0x87afd7),
        (231, 0xffffff),
        (232, 0x080808),
        (255, 0xeeeeee),
    ] {
        assert_eq!(named.rgb(Color::Indexed(index)), Some(expected), "{index}");
    }
    assert_eq!(
        Palette::LIGHT.rgb(Color::LightBlue),
        Some(Palette::LIGHT.ansi[12])
    );
    assert_eq!(named.rgb(Color::Reset), None);
}

#[test]
fn numbers_are_exact_decimals() {
    assert_eq!(
        [0, 8, 9, 12, 96].map(px),
        ["0", "1", "1.125", "1.5", "12"].map(str::to_owned)
    );
}

#[test]
fn a_full_screen_stays_small() {
    let mut screen = Buffer::empty(Area::new(0, 0, 120, 40));
    let words = [
        "skill", "->", "日本", "│", "━━", "deploy:", "<b>", "⣿⡇", "é", "42",
    ];
    for y in 0..40 {
        let mut x = 0;
        let mut i = usize::from(y);
        while x < 116 {
            let style = Style::new()
                .fg(Color::Indexed(u8::try_from(i % 200).unwrap()))
                .bg(Color::Indexed(u8::try_from(i * 7 % 16).unwrap()));
            (x, _) = screen.set_stringn(x, y, words[i % words.len()], usize::from(120 - x), style);
            x += 1;
            i += 3;
        }
    }
    let svg = render(&screen);
    assert_eq!(svg, render(&screen));
    assert!(svg.len() < 150_000, "{} bytes", svg.len());
}
