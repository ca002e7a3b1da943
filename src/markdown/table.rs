//! Tables, measured in cells: columns with wrapped cells, or one record per row where the pane is
//! too narrow for columns. Not here: reading tables (`parse`).

use super::columns::{Metric, widths};
use super::document::{Align, Flow, Table, TableRow};
use super::ink::{Ink, Role, Span, push_span};
use super::row::{Part, Row, bytes};
use super::wrap::{cells, wrap_flow};

const BETWEEN: &str = " │ ";
const CROSSING: &str = "─┼─";

/// The rows of `table` in `width` columns.
pub(crate) fn rows(table: &Table, width: usize) -> Vec<Row> {
    let count = table.head.cells.len();
    let metrics: Vec<Metric> = (0..count)
        .map(|column| {
            let head = table.head.cells.get(column);
            let body = table.rows.iter().map(|row| row.cells.get(column));
            Metric::of(head, body.flatten())
        })
        .collect();
    let between = cells(&[Span::new(BETWEEN, Role::TableRule)]);
    let room = width.saturating_sub(between * count.saturating_sub(1));
    match widths(&metrics, room) {
        Some(widths) => columns(table, &widths),
        None => records(table, width),
    }
}

fn columns(table: &Table, widths: &[usize]) -> Vec<Row> {
    let mut rows = Vec::new();
    put_row(&table.head, table, widths, &mut rows);
    let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    rows.push(Row {
        spans: vec![Span::new(rule.join(CROSSING), Role::TableRule)],
        source: table.head.source.clone(),
        ..Row::default()
    });
    for row in &table.rows {
        put_row(row, table, widths, &mut rows);
    }
    rows
}

/// A table row: as many rows as its longest cell needs.
fn put_row(row: &TableRow, table: &Table, widths: &[usize], rows: &mut Vec<Row>) {
    let wrapped: Vec<(usize, Align, Vec<Row>)> = widths
        .iter()
        .enumerate()
        .map(|(column, width)| {
            let align = table.align.get(column).copied().unwrap_or_default();
            let empty = Flow::default();
            let flow = row.cells.get(column).unwrap_or(&empty);
            let lines = wrap_flow(flow, *width, &[], &[], row.source.clone());
            (*width, align, lines)
        })
        .collect();
    let height = wrapped.iter().map(|(_, _, lines)| lines.len()).max();
    for number in 0..height.unwrap_or(0) {
        let mut out = Row {
            source: row.source.clone(),
            continues: number > 0,
            ..Row::default()
        };
        for (column, (width, align, lines)) in wrapped.iter().enumerate() {
            if column > 0 {
                push_span(&mut out.spans, Span::new(BETWEEN, Role::TableRule));
            }
            let last = column + 1 == wrapped.len();
            put_cell(lines.get(number), *width, *align, last, &mut out);
        }
        if out.parts.last().is_some_and(|part| part.range.is_empty()) {
            out.trim_end();
        }
        rows.push(out);
    }
}

fn put_cell(line: Option<&Row>, width: usize, align: Align, last: bool, out: &mut Row) {
    let taken = line.map_or(0, Row::width);
    let free = width.saturating_sub(taken);
    let (left, right) = match align {
        Align::Left => (0, free),
        Align::Center => (free / 2, free - free / 2),
        Align::Right => (free, 0),
    };
    let blank = |cells| Span::new(" ".repeat(cells), Role::Text);
    if !(last && taken == 0) {
        push_span(&mut out.spans, blank(left));
    }
    let start = bytes(&out.spans);
    let mut part = Part::from(start..start);
    if let Some(line) = line {
        for span in &line.spans {
            push_span(&mut out.spans, span.clone());
        }
        part.range.end = bytes(&out.spans);
        part.spaced = line.parts.first().is_some_and(|part| part.spaced);
    }
    out.parts.push(part);
    if !last {
        push_span(&mut out.spans, blank(right));
    }
}

/// One record per row, `header: value` line by line.
fn records(table: &Table, width: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let rest = [Span::new("  ", Role::Text)];
    let indent = if width >= 8 { rest.as_slice() } else { &[] };
    for row in &table.rows {
        if row.cells.iter().all(|cell| cell.spans.is_empty()) {
            continue;
        }
        if !rows.is_empty() {
            rows.push(Row {
                source: row.source.start..row.source.start,
                ..Row::default()
            });
        }
        for (head, cell) in table.head.cells.iter().zip(&row.cells) {
            if cell.spans.is_empty() {
                continue;
            }
            let flow = cell.after(titled(head), row.source.start);
            rows.extend(wrap_flow(&flow, width, &[], indent, row.source.clone()));
        }
    }
    // A header that no record repeats.
    let shown = |column: usize| {
        let cells = table.rows.iter().filter_map(|row| row.cells.get(column));
        cells.into_iter().any(|cell| !cell.spans.is_empty())
    };
    for (column, head) in table.head.cells.iter().enumerate() {
        if !shown(column) && !head.spans.is_empty() {
            let flow = Flow::default().after(titled(head), table.head.source.start);
            let source = table.head.source.clone();
            rows.extend(wrap_flow(&flow, width, &[], indent, source));
        }
    }
    rows
}

/// A header as it stands before a value.
fn titled(head: &Flow) -> Vec<Span> {
    let mut spans = head.spans.clone();
    if !spans.is_empty() {
        spans.push(Span::new(": ", Ink::from(Role::TableHead)));
    }
    spans
}
