import { forReader } from './reader.ts'

/** The minus of typography, as wide as a plus; most locales have a hyphen. */
const minus = '\u2212'

/** Writes figures that have a sign: +0.4, −1.84, 0. Every figure below zero in a sentence or a table is written by one. */
export function signedFormat(options: Intl.NumberFormatOptions): (figure: number) => string {
  const formats = forReader(
    ({ locale }) => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', ...options }),
  )
  return (figure) =>
    formats()
      .formatToParts(figure)
      .map(({ type, value }) => (type === 'minusSign' ? value.replace('-', minus) : value))
      .join('')
}
