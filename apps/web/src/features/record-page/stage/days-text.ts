import { numberText } from '../../../ui/reader.ts'

/** "43 days"; less than one is "since today". */
export function daysText(days: number): string {
  if (days < 1) return 'since today'
  return `${numberText(days)} ${days === 1 ? 'day' : 'days'}`
}
