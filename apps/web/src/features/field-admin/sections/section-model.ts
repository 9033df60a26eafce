import { otherFieldsName } from '@steward/contracts/plain/field-layout-limit'
import type { FieldSection, PutFieldSections } from '@steward/contracts/field-layout'
import { moveBeside, moveBy, type DropSide } from '../../../components/data-table/reorder.ts'

/** A section while sections are being arranged; its key stays when it is renamed. */
export type DraftSection = {
  key: string
  sectionId: number | null
  name: string
  collapsed: boolean
  fields: readonly string[]
}

/** What no section names: it can be taken from, never renamed or moved. */
export const restKey = 'rest'

/** Sections and fields are dragged in the same list, so their ids say which they are. */
export const sectionDrag = (key: string) => `section:${key}`
export const fieldDrag = (name: string) => `field:${name}`

export function draftOf(sections: readonly FieldSection[]): DraftSection[] {
  return sections.map((section, at) => {
    const isRest = section.sectionId === null && section.name === otherFieldsName
    return { ...section, key: isRest ? restKey : String(section.sectionId ?? `usual-${at}`) }
  })
}

export function inputOf(draft: readonly DraftSection[]): PutFieldSections['sections'] {
  return draft
    .filter(({ key }) => key !== restKey)
    .map(({ sectionId, name, collapsed, fields }) => ({
      sectionId,
      name: name.trim(),
      collapsed,
      fields: [...fields],
    }))
}

/**
 * What is left to save once a draft was saved: null where it was not changed since. What was new in it has got
 * its id.
 */
export function leftAfter(
  now: readonly DraftSection[] | null,
  sent: readonly DraftSection[],
  saved: readonly FieldSection[],
): readonly DraftSection[] | null {
  if (now === null || JSON.stringify(inputOf(now)) === JSON.stringify(inputOf(sent))) return null
  const own = sent.filter(({ key }) => key !== restKey)
  const ids = new Map(own.map(({ key }, at) => [key, saved[at]?.sectionId ?? null]))
  return now.map((section) => ({ ...section, sectionId: section.sectionId ?? ids.get(section.key) ?? null }))
}

/** The rest stays last, and is there when it holds something. */
function settle(draft: readonly DraftSection[]): DraftSection[] {
  const rest = draft.find(({ key }) => key === restKey)
  const others = draft.filter(({ key }) => key !== restKey)
  return rest && rest.fields.length > 0 ? [...others, rest] : others
}

function withoutField(draft: readonly DraftSection[], name: string): DraftSection[] {
  return draft.map((section) => ({ ...section, fields: section.fields.filter((one) => one !== name) }))
}

function moveField(
  draft: readonly DraftSection[],
  name: string,
  target: string,
  side: DropSide,
): DraftSection[] {
  if (target === fieldDrag(name)) return [...draft]
  const place = (section: DraftSection): DraftSection => {
    // On the head of a section it becomes its first field.
    if (target === sectionDrag(section.key)) return { ...section, fields: [name, ...section.fields] }
    const at = section.fields.findIndex((one) => fieldDrag(one) === target)
    if (at === -1) return section
    return { ...section, fields: section.fields.toSpliced(at + (side === 'after' ? 1 : 0), 0, name) }
  }
  return settle(withoutField(draft, name).map(place))
}

function moveSection(
  draft: readonly DraftSection[],
  key: string,
  target: string,
  side: DropSide,
): DraftSection[] {
  const holder = draft.find(
    (section) =>
      sectionDrag(section.key) === target || section.fields.some((one) => fieldDrag(one) === target),
  )
  if (!holder || key === restKey) return [...draft]
  const keys = moveBeside(
    draft.map((section) => section.key),
    key,
    holder.key,
    side,
  )
  return settle(keys.flatMap((one) => draft.find((section) => section.key === one) ?? []))
}

/** The sections after something was dropped beside something else. */
export function drop(
  draft: readonly DraftSection[],
  moved: string,
  target: string,
  side: DropSide,
): DraftSection[] {
  const [kind, ...rest] = moved.split(':')
  const id = rest.join(':')
  return kind === 'section' ? moveSection(draft, id, target, side) : moveField(draft, id, target, side)
}

/** A field one place up or down, over the edge into the section beside. */
export function stepField(draft: readonly DraftSection[], name: string, by: 1 | -1): DraftSection[] {
  const at = draft.findIndex(({ fields }) => fields.includes(name))
  const section = draft[at]
  if (!section) return [...draft]
  const within = moveBy(section.fields, name, by)
  if (within !== section.fields)
    return draft.map((one) => (one === section ? { ...one, fields: within } : one))
  const beside = draft[at + by]
  if (!beside) return [...draft]
  const fields = by === 1 ? [name, ...beside.fields] : [...beside.fields, name]
  return settle(withoutField(draft, name).map((one) => (one.key === beside.key ? { ...one, fields } : one)))
}

export function stepSection(draft: readonly DraftSection[], key: string, by: 1 | -1): DraftSection[] {
  const target = draft[draft.findIndex((section) => section.key === key) + by]
  if (!target || target.key === restKey || key === restKey) return [...draft]
  return moveSection(draft, key, sectionDrag(target.key), by === 1 ? 'after' : 'before')
}

/** A section without which its fields are stored with the rest. */
export function removeSection(draft: readonly DraftSection[], key: string): DraftSection[] {
  const fields = draft.find((section) => section.key === key)?.fields ?? []
  const rest = draft.find((section) => section.key === restKey)
  const merged: DraftSection = {
    key: restKey,
    sectionId: null,
    name: otherFieldsName,
    collapsed: false,
    fields: [...(rest?.fields ?? []), ...fields],
  }
  return settle([...draft.filter((section) => section.key !== key && section.key !== restKey), merged])
}

/** What blocks saving, by the key of the section. */
export function problemsOf(draft: readonly DraftSection[]): Record<string, string> {
  const problems: Record<string, string> = {}
  const names = new Set<string>()
  for (const { key, name } of draft) {
    if (key === restKey) continue
    const text = name.trim().toLowerCase()
    if (text === '') problems[key] = 'Enter a name.'
    else if (names.has(text)) problems[key] = 'Another section has this name.'
    else if (text === otherFieldsName.toLowerCase())
      problems[key] = 'This name is reserved. Choose another one.'
    names.add(text)
  }
  return problems
}
