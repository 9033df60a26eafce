import type { ProfileField, ProfileValues } from './profile-values.ts'

/** What the fields are drawn from, whether each is saved by itself or all at the end. */
export interface ProfileForm {
  values: ProfileValues
  faults: Readonly<Partial<Record<string, string>>>
  marks: Readonly<Partial<Record<ProfileField, 'saving' | 'saved'>>>
  /** Something was typed. */
  change(field: ProfileField, value: string): void
  /** The field was left, Enter was pressed, or something was chosen. */
  settle(field: ProfileField, value: string): void
}
