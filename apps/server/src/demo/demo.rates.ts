import type { PublishedRates } from '../modules/currency/index.ts'

type Rates = PublishedRates['months'][number]['rates']

/** By how much a made-up rate differs from the last published one at most. */
const mostApart = 0.015

const monthOf = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month, day))
const dayText = (date: Date): string => date.toISOString().slice(0, 10)

/** A rate some months after the last published one: a slow wave around it, another one for each currency. */
function laterRate(code: string, rate: string, months: number): string {
  const phase = [...code].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const wave = Math.sin(phase + months / 2) - Math.sin(phase)
  return String(Number((Number(rate) * (1 + (mostApart * wave) / 2)).toPrecision(5)))
}

const laterRates = (rates: Rates, months: number): Rates =>
  new Map([...rates].map(([code, rate]) => [code, laterRate(code, rate, months)]))

/** Made-up rates for the months after the last published one, up to that of `present`. They are the same each time. */
export function sampleRates({ codes, months }: PublishedRates, present: Date): PublishedRates {
  const last = months.reduce((one, other) => (one.month > other.month ? one : other))
  const [year, month] = [Number(last.month.slice(0, 4)), Number(last.month.slice(5)) - 1]
  const ahead = (present.getUTCFullYear() - year) * 12 + present.getUTCMonth() - month
  const samples = Array.from({ length: Math.max(ahead, 0) }, (_, at) => {
    const end = dayText(monthOf(year, month + at + 2, 0))
    const today = dayText(present)
    const rates = laterRates(last.rates, at + 1)
    return { month: end.slice(0, 7), day: end < today ? end : today, rates }
  })
  return { days: samples.length, codes, months: samples }
}
