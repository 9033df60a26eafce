import type { KeyboardEvent } from 'react'

export const isRemoval = (key: string): boolean => key === 'Delete' || key === 'Backspace'

/** Chords belong to the page. */
export const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey
