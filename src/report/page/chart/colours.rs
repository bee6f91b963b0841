//! Claim: a chart's curves have distinguishable colours, light or dark, and with each of three
//! kinds of colour blindness.

const CSS: &str = include_str!("../colours.css");

type Vector = [f64; 3];

/// Linear RGB as seen normally, and without the first, second and third kind of cone (Machado,
/// Oliveira and Fernandes 2009).
#[rustfmt::skip]
const SIGHTS: [[Vector; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
];

/// Linear RGB to XYZ with the white of D65 as 1.
const TO_XYZ: [Vector; 3] = [[0.4339, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0177, 0.1095, 0.8728]];

fn times(matrix: &[Vector; 3], v: Vector) -> Vector {
    matrix.map(|row| (0..3).map(|i| row[i] * v[i]).sum())
}

fn linear(hex: &str) -> Vector {
    [1, 3, 5].map(|i| {
        let c = f64::from(u8::from_str_radix(&hex[i..i + 2], 16).unwrap()) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
}

fn lab(hex: &str, sight: &[Vector; 3]) -> Vector {
    let seen = times(sight, linear(hex)).map(|c| c.clamp(0.0, 1.0));
    let [x, y, z] =
        times(&TO_XYZ, seen).map(|t| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn difference(a: &str, b: &str, sight: &[Vector; 3]) -> f64 {
    let (a, b) = (lab(a, sight), lab(b, sight));
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

fn contrast(a: &str, b: &str) -> f64 {
    let [a, b] = [a, b].map(|hex| times(&TO_XYZ, linear(hex))[1] + 0.05);
    if a > b { a / b } else { b / a }
}

fn colour<'c>(css: &'c str, name: &str) -> &'c str {
    &css.rsplit_once(&format!("--{name}: ")).unwrap_or_else(|| panic!("--{name}")).1[..7]
}

#[test]
fn curves_are_told_apart_by_everybody() {
    let light = CSS.split_once("@media").unwrap().0;
    for css in [light, CSS] {
        let colours: Vec<&str> = (0..10).map(|i| colour(css, &format!("series-{i}"))).collect();
        for (i, a) in colours.iter().enumerate() {
            assert!(contrast(a, colour(css, "paper")) >= 2.0, "{a} is hardly seen");
            for b in &colours[..i] {
                for sight in &SIGHTS {
                    assert!(difference(a, b, sight) >= 15.0, "{a} and {b}: {}", difference(a, b, sight));
                }
            }
        }
    }
}
