import type { Option } from '../../../ui/option.ts'

/** Days that a token works, or `never`. */
export type Expiry = '30' | '90' | '365' | 'never'

export const expiryOptions: readonly Option<Expiry>[] = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
  { value: 'never', label: 'Never' },
]

export function daysOf(expiry: Expiry): number | null {
  return expiry === 'never' ? null : Number(expiry)
}
