/** The color of Steward, for companies that have chosen none. */
const ownColor = '#4b48c8'

/** The share of light in one channel, as WCAG 2 defines it. */
function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(parseInt(color.slice(at, at + 2), 16)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The color of a company, and black or white on it: whichever can be read better, at least at 4.5 : 1. */
export function brandColors(color: string | null): { brand: string; onBrand: string } {
  const brand = color ?? ownColor
  const light = luminance(brand) + 0.05
  return { brand, onBrand: 1.05 / light >= light / 0.05 ? '#ffffff' : '#000000' }
}
