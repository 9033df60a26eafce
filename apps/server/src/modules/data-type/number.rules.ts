/** A number with a decimal point, without groups or an exponent; it reads back as the very number. */
export function plainNumberText(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  const [mantissa = '', exponent = '0'] = text.split('e')
  const digits = Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
  return digits > 100 ? text : value.toFixed(digits)
}
