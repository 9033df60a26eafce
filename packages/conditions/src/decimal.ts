/** A decimal number without rounding: `digits` with `scale` of them behind the point. */
interface Decimal {
  digits: bigint
  scale: number
}

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

/** A number behind more places than these is not an amount of anything. */
const mostPlaces = 400

/** Reads decimal digits, with an exponent or without; nothing where the text is not a number. */
function readDecimal(text: string): Decimal | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = pattern.exec(text.trim()) ?? []
  if (whole + fraction === '' || Math.abs(Number(exponent)) > mostPlaces) return undefined
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

function writeDecimal({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

function bothOf(one: string, other: string): readonly [Decimal, Decimal] | undefined {
  const [first, second] = [readDecimal(one), readDecimal(other)]
  return first && second && [first, second]
}

/** The exact product of two decimal numbers, as digits; as `numeric` multiplies in PostgreSQL. Nothing where one is not a number. */
export function timesDecimal(one: string, other: string): string | undefined {
  const both = bothOf(one, other)
  if (!both) return undefined
  const [first, second] = both
  return writeDecimal({ digits: first.digits * second.digits, scale: first.scale + second.scale })
}

/** The quotient rounded to so many places, half away from zero. Nothing where one is not a number, or for a divisor of zero. */
export function divideDecimal(one: string, other: string, places: number): string | undefined {
  const both = bothOf(one, other)
  if (!both || both[1].digits === 0n) return undefined
  const [first, second] = both
  const above = first.digits * 10n ** BigInt(second.scale + places)
  const below = second.digits * 10n ** BigInt(first.scale)
  const isNegative = above < 0n !== below < 0n
  const [top, bottom] = [above < 0n ? -above : above, below < 0n ? -below : below]
  const rounded = (2n * top + bottom) / (2n * bottom)
  return writeDecimal({ digits: isNegative ? -rounded : rounded, scale: places })
}

/** Below zero where the first is the lesser, above where it is the greater, else 0; nothing where one is not a number. */
export function compareDecimals(one: string, other: string): number | undefined {
  const both = bothOf(one, other)
  if (!both) return undefined
  const [first, second] = both
  const scale = Math.max(first.scale, second.scale)
  const at = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own)
  const [a, b] = [at(first), at(second)]
  return a < b ? -1 : a > b ? 1 : 0
}
