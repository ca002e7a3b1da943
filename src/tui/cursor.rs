//! The cursor of a long list and the window around it. Knows no rows but their number.

/// Where the cursor's row is to stand in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// At the top.
    Top,
    /// In the middle.
    Middle,
    /// At the bottom.
    Bottom,
}

/// A cursor, and the first row of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// The cursor's row.
    pub at: usize,
    /// The first row to draw.
    pub offset: usize,
}

impl Cursor {
    /// Moves by some rows of a list.
    pub fn step(&mut self, by: isize, rows: usize) {
        self.go_to(self.at.saturating_add_signed(by), rows);
    }

    /// Moves to a row, or to the last one.
    pub fn go_to(&mut self, row: usize, rows: usize) {
        self.at = row.min(rows.saturating_sub(1));
    }

    /// Moves the window by some rows; the cursor stays at its row, in the window or not.
    pub fn scroll(&mut self, by: isize, rows: usize, height: usize) {
        let offset = self.offset.saturating_add_signed(by);
        self.offset = offset.min(rows.saturating_sub(height.max(1)));
    }

    /// Moves the window as little as shows the cursor.
    pub fn scroll_into(&mut self, rows: usize, height: usize) {
        let height = height.max(1);
        let least = (self.at + 1).saturating_sub(height);
        self.offset = self.offset.clamp(least, self.at);
        self.offset = self.offset.min(rows.saturating_sub(height));
    }

    /// Moves the window so that the cursor's row stands where it is wanted, as far as the list goes.
    pub fn stand(&mut self, stand: Stand, rows: usize, height: usize) {
        self.offset = first_row(self.at, stand, height);
        self.scroll_into(rows, height);
    }
}

/// The first row of a window in which a row stands where it is wanted.
pub fn first_row(row: usize, stand: Stand, height: usize) -> usize {
    let above = match stand {
        Stand::Top => 0,
        Stand::Middle => height / 2,
        Stand::Bottom => height.saturating_sub(1),
    };
    row.saturating_sub(above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_follows_and_never_leaves_the_list() {
        let mut cursor = Cursor::default();
        cursor.step(7, 20);
        cursor.scroll_into(20, 5);
        assert_eq!(cursor, Cursor { at: 7, offset: 3 });
        cursor.stand(Stand::Top, 20, 5);
        assert_eq!(cursor.offset, 7);
        cursor.stand(Stand::Middle, 20, 5);
        assert_eq!(cursor.offset, 5);
        cursor.stand(Stand::Bottom, 20, 5);
        assert_eq!(cursor.offset, 3);
        cursor.step(100, 20);
        cursor.stand(Stand::Top, 20, 5);
        assert_eq!(cursor, Cursor { at: 19, offset: 15 });
        cursor.scroll(-100, 20, 5);
        assert_eq!(cursor, Cursor { at: 19, offset: 0 });
        cursor.step(-100, 20);
        cursor.go_to(3, 0);
        cursor.scroll_into(0, 0);
        assert_eq!(cursor, Cursor { at: 0, offset: 0 });
    }
}
