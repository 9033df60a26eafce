import type { ReactNode } from 'react'

/** One choice of a select or combobox. A disabled one shows its `reason`. */
export type Option<V extends string | number = string | number> = {
  value: V
  label: string
  detail?: string
  icon?: ReactNode
  disabled?: boolean
  reason?: string
}
