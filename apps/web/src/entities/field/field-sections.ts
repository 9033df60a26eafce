import { otherFieldsName } from '@steward/contracts/plain/field-layout-limit'
import type { FieldSection } from '@steward/contracts/field-layout'
import type { LevelField } from './field.calls.ts'

export type SectionOfFields = { title: string; collapsed: boolean; fields: readonly LevelField[] }

/**
 * Fields in the sections of their level; empty sections fall away. What no section knows comes last:
 * a field that is newer than the sections, or all of them where the sections could not be read.
 */
export function inSections(
  fields: readonly LevelField[],
  sections: readonly FieldSection[] | undefined,
): SectionOfFields[] {
  if (!sections) return [{ title: 'Fields', collapsed: false, fields }]
  const left = new Map(fields.map((field) => [field.name, field]))
  const groups = sections.map(({ name, collapsed, fields: names }) => {
    const members = names.flatMap((one) => left.get(one) ?? [])
    for (const one of names) left.delete(one)
    return { title: name, collapsed, fields: members as readonly LevelField[] }
  })
  const rest = [...left.values()]
  const last = groups.find(({ title }) => title === otherFieldsName)
  if (last) last.fields = [...last.fields, ...rest]
  else groups.push({ title: otherFieldsName, collapsed: false, fields: rest })
  return groups.filter((group) => group.fields.length > 0)
}
