import { numberText } from '../../../ui/reader.ts'

/** "43 days"; less than one is "less than a day". */
export function daysText(days: number): string {
  if (days < 1) return 'less than a day'
  return `${numberText(days)} ${days === 1 ? 'day' : 'days'}`
}
