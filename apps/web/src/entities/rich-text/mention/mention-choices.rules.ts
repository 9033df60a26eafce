import type { MentionKind } from '@steward/rich-text'

/** What an @ can name. One with a reason is shown, and cannot be taken. */
export interface MentionChoice {
  kind: MentionKind
  id: number
  label: string
  detail: string
  reason: string | null
}

const mostUsers = 6

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[\s.,@_-]+/)

/** 0 where the name begins so, 1 where a word of it or of its address does, 2 where it holds it, else 3. */
function rankOf({ label, detail }: MentionChoice, query: string): number {
  const name = label.toLowerCase()
  if (name.startsWith(query)) return 0
  if ([...wordsOf(label), ...wordsOf(detail)].some((word) => word.startsWith(query))) return 1
  return name.includes(query) ? 2 : 3
}

/** People whose name or address fits, the best first and those who cannot be named last. */
export function fittingPeople(people: readonly MentionChoice[], typed: string): MentionChoice[] {
  const query = typed.trim().toLowerCase()
  return people
    .map((choice) => ({ choice, rank: rankOf(choice, query) }))
    .filter(({ rank }) => rank < 3)
    .toSorted(
      (one, other) =>
        Number(one.choice.reason !== null) - Number(other.choice.reason !== null) ||
        one.rank - other.rank ||
        one.choice.label.localeCompare(other.choice.label),
    )
    .slice(0, mostUsers)
    .map(({ choice }) => choice)
}

/** Records by how well their name fits, whatever their level; as they came where it fits the same. */
export function fittingRecords(records: readonly MentionChoice[], typed: string): MentionChoice[] {
  const query = typed.trim().toLowerCase()
  return records.toSorted((one, other) => rankOf(one, query) - rankOf(other, query))
}

/** Whether what stands after an @ can still become a name: names have few words, and begin with a letter. */
export function mayBecomeName(query: string): boolean {
  return query.length <= 40 && !/^\s|\s\s/.test(query) && query.split(/\s/).length <= 4
}

/** The next choice that can be taken, around the ends; -1 where there is none. */
export function stepFrom(choices: readonly MentionChoice[], from: number, by: 1 | -1): number {
  for (let step = 1; step <= choices.length; step += 1) {
    const at = (from + by * step + choices.length * 2) % choices.length
    if (choices[at]?.reason === null) return at
  }
  return -1
}
