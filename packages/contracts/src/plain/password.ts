export const leastPasswordLength = 8

/** The most characters of a new password, unless administrators change or lift the limit. */
export const defaultPasswordCeiling = 30

/** The five checks of a new password, in the order in which the guide shows them. */
export const passwordChecks = [
  { id: 'lowercase', label: 'A lowercase letter', holds: (text: string) => /\p{Ll}/u.test(text) },
  { id: 'uppercase', label: 'An uppercase letter', holds: (text: string) => /\p{Lu}/u.test(text) },
  { id: 'digit', label: 'A digit', holds: (text: string) => /\d/.test(text) },
  { id: 'special', label: 'A special character', holds: (text: string) => /[^\p{L}\d\s]/u.test(text) },
  {
    id: 'length',
    label: 'At least 8 characters',
    holds: (text: string) => text.length >= leastPasswordLength,
  },
] as const
