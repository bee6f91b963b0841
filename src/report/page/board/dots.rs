use super::svg::svg;
use crate::documents::{DotsDiagram, EdgeMark};
use crate::page::html::Text;

const STEP: f64 = 52.0;
/// Space around the dots, for the numbers of rows and columns.
const MARGIN: f64 = 26.0;

type Ends = [(usize, usize); 2];

impl DotsDiagram {
    /// The ends of all edges, in the order of `edges`.
    fn ends(&self) -> Vec<Ends> {
        let (rows, columns) = (self.rows, self.columns);
        let across = (0..=rows).flat_map(|row| (0..columns).map(move |x| [(x, row), (x + 1, row)]));
        let down = (0..rows).flat_map(|row| (0..=columns).map(move |x| [(x, row), (x, row + 1)]));
        across.chain(down).collect()
    }

    fn is_closed(&self, row: usize, column: usize) -> bool {
        let (columns, across) = (self.columns, (self.rows + 1) * self.columns);
        let left = across + row * (columns + 1) + column;
        let edges = [row * columns + column, (row + 1) * columns + column, left, left + 1];
        edges.iter().all(|&edge| self.edges[edge].1 == EdgeMark::Drawn)
    }
}

fn place(i: usize) -> f64 {
    MARGIN + STEP * i as f64
}

pub(super) fn svg_of(diagram: &DotsDiagram) -> String {
    let DotsDiagram { rows, columns, edges, owners } = diagram;
    let mut content = String::new();
    for row in 0..*rows {
        for column in (0..*columns).filter(|&column| diagram.is_closed(row, column)) {
            let (x, y) = (place(column), place(row));
            content +=
                &format!("<rect class=\"closed\" x=\"{x}\" y=\"{y}\" width=\"{STEP}\" height=\"{STEP}\"/>\n");
        }
    }
    for (ends, (name, mark)) in diagram.ends().iter().zip(edges) {
        content += &edge(ends, name, *mark);
    }
    for row in 0..=*rows {
        for column in 0..=*columns {
            content +=
                &format!("<circle class=\"dot\" cx=\"{}\" cy=\"{}\" r=\"5\"/>", place(column), place(row));
        }
        content += "\n";
    }
    for (i, owner) in owners.iter().enumerate().filter_map(|(i, owner)| Some((i, (*owner)?))) {
        let (x, y) = (place(i % columns) + STEP / 2.0, place(i / columns) + STEP / 2.0 + 5.0);
        content +=
            &format!("<text class=\"owner\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{owner}</text>\n");
    }
    content += &numbers(*rows, *columns);
    let (width, height) = (place(*columns) + MARGIN, place(*rows) + MARGIN);
    svg(width, height, &label(diagram), &content)
}

fn edge([from, to]: &Ends, name: &str, mark: EdgeMark) -> String {
    let class = match mark {
        EdgeMark::Open => "open",
        EdgeMark::Drawn => "drawn",
        EdgeMark::Best => "best",
    };
    format!(
        "<path class=\"{class}\" d=\"M{} {}L{} {}\"><title>{}</title></path>\n",
        place(from.0),
        place(from.1),
        place(to.0),
        place(to.1),
        Text(name)
    )
}

fn numbers(rows: usize, columns: usize) -> String {
    let above = (0..=columns).map(|i| (place(i), 12.0, i));
    let left = (0..=rows).map(|i| (7.0, place(i) + 4.0, i));
    let text =
        |(x, y, i): (f64, f64, usize)| format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{i}</text>");
    above.chain(left).map(text).collect::<String>() + "\n"
}

fn label(diagram: &DotsDiagram) -> String {
    let names = |wanted: EdgeMark| {
        let names = diagram.edges.iter().filter(|(_, mark)| *mark == wanted).map(|(name, _)| name.as_str());
        names.collect::<Vec<_>>().join(" ")
    };
    let drawn = match names(EdgeMark::Drawn) {
        none if none.is_empty() => "no edge drawn".to_owned(),
        drawn => format!("drawn: {drawn}"),
    };
    let best = match names(EdgeMark::Best) {
        none if none.is_empty() => String::new(),
        best => format!("; best: {best}"),
    };
    format!("Dots and boxes, {} rows of {} boxes, {drawn}{best}", diagram.rows, diagram.columns)
}
