/** Stands for a company until it chooses a color: Steward's own. */
export const defaultCompanyColor = '#4b48c8'

/** `#` and six hexadecimal digits, in lower case. */
export const companyColorPattern = /^#[0-9a-f]{6}$/

type Rgb = readonly [red: number, green: number, blue: number]

const rgbOf = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as never

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** The relative luminance of WCAG 2. */
function luminanceOf(color: string): number {
  const [red, green, blue] = rgbOf(color).map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const [black, white] = ['#000000', '#ffffff'] as const

const blackOrWhite = (on: string): string => (contrastOf(black, on) > contrastOf(white, on) ? black : white)

/** What text needs on its background. */
const textContrast = 4.5
const steps = 50

/** The shade of a color that is closest to it and can be read on a background. */
export function readableOn(background: string, color: string): string {
  const [from, to] = [rgbOf(color), rgbOf(blackOrWhite(background))]
  for (let step = 0; step < steps; step += 1) {
    const part = step / steps
    const shade = hexOf(from.map((value, at) => value + ((to[at] ?? 0) - value) * part) as never)
    if (contrastOf(shade, background) >= textContrast) return shade
  }
  return hexOf(to)
}

/** What can be read on a color: black or white. One of them always has a contrast of 4.5 or more. */
export const textOn = blackOrWhite
