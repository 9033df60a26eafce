import { plainTextOf } from '@steward/rich-text'

/** Whether a stored text says nothing. */
export const isEmptyText = (stored: string): boolean => plainTextOf(stored).trim() === ''
