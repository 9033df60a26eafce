import type { ItemKind } from '@steward/contracts/timeline'

const kindNames: Readonly<Record<ItemKind, string>> = {
  note: 'Note',
  activity: 'Activity',
  pulse: 'Pulse',
  file: 'Files',
  email: 'Email',
  change: 'Change',
  survey: 'Survey',
}

const longest = 140

/** What happened, as one line: the title, else the first words. */
export function newsText(kind: ItemKind, title: string, words: string): string {
  const text = (title || words).replaceAll(/\s+/g, ' ').trim()
  const short = text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text
  return short === '' ? kindNames[kind] : `${kindNames[kind]}: ${short}`
}
