import { fold } from '@steward/conditions'
import { otherFieldsName } from '@steward/contracts/plain/field-layout-limit'
import type { FieldSection, PutFieldSections } from '@steward/contracts/field-layout'
import type { Catalogue, CatalogueField } from '../field/index.ts'

/** A section as it is kept: its fields by their keys, so that renaming one touches nothing. */
export interface StoredSection {
  id: number
  name: string
  collapsed: boolean
  keys: string[]
}

/** The name is above every section; the primary owner is the first of the owners. */
const neverPlaced: ReadonlySet<string> = new Set(['name', 'primaryOwner'])

const parents: ReadonlySet<string> = new Set(['organization', 'account', 'system:owners'])
const system: ReadonlySet<string> = new Set([
  'system:internalId',
  'churned',
  'churnDate',
  'churnReason',
  'churnAmount',
  'entityArchived',
  'createdAt',
  'updatedAt',
])

const isPlaceable = (field: CatalogueField): boolean => field.fieldId !== null || !neverPlaced.has(field.name)

function present(
  section: Omit<StoredSection, 'keys'> | null,
  name: string,
  fields: CatalogueField[],
  collapsed = section?.collapsed ?? false,
) {
  return {
    sectionId: section?.id ?? null,
    name,
    collapsed,
    fields: fields.map((field) => field.name),
  }
}

const isAbout = ({ name }: CatalogueField): boolean => !parents.has(name) && !system.has(name)

function usualSections(fields: readonly CatalogueField[]): FieldSection[] {
  const builtIn = fields.filter((field) => field.fieldId === null)
  return [
    present(null, 'Details', builtIn.filter(isAbout)),
    present(
      null,
      'Ownership',
      builtIn.filter(({ name }) => parents.has(name)),
    ),
    present(
      null,
      'Custom fields',
      fields.filter((field) => field.fieldId !== null),
    ),
    present(
      null,
      'System',
      builtIn.filter(({ name }) => system.has(name)),
      true,
    ),
  ].filter((section) => section.fields.length > 0)
}

/** The sections of a level with the fields that there are; what no section names comes last. */
export function sectionsOf(stored: readonly StoredSection[], catalogue: Catalogue): FieldSection[] {
  const fields = catalogue.fields.filter(isPlaceable)
  if (stored.length === 0) return usualSections(fields)
  const placed = new Set(stored.flatMap((section) => section.keys))
  const sections = stored.map((section) =>
    present(
      section,
      section.name,
      section.keys.flatMap((key) => catalogue.byKey(key) ?? []),
    ),
  )
  const rest = fields.filter((field) => !placed.has(field.key))
  return rest.length > 0 ? [...sections, present(null, otherFieldsName, rest)] : sections
}

interface Plan {
  sections: StoredSection[]
  nextId: number
  /** By the path of what is wrong. */
  faults: Record<string, string>
}

type Wish = PutFieldSections['sections'][number]

/** Reads the wished sections one after the other, and remembers what may not come twice. */
function createReader(existing: ReadonlySet<number>, catalogue: Catalogue) {
  const names = new Set<string>()
  const ids = new Set<number>()
  const placed = new Map<string, string>()

  function faultOfField(name: string, field: CatalogueField | undefined): string | undefined {
    if (!field) return `Unknown field "${name.slice(0, 60)}".`
    if (!isPlaceable(field)) return `${field.displayName} is above all sections and can't be in one.`
    const earlier = placed.get(field.key)
    return earlier && `${field.displayName} is in "${earlier}" already.`
  }

  function faultOfId(id: number | null): string | undefined {
    if (id === null) return undefined
    if (!existing.has(id)) return `Section ${id} does not exist. Leave out the id for a new one.`
    return ids.has(id) ? `Section ${id} appears twice.` : undefined
  }

  return function read(wish: Wish, path: string, faults: Record<string, string>): string[] {
    if (names.has(fold(wish.name))) faults[`${path}.name`] = `Two sections have the name "${wish.name}".`
    const faultId = faultOfId(wish.sectionId)
    if (faultId) faults[`${path}.sectionId`] = faultId
    names.add(fold(wish.name))
    if (wish.sectionId !== null) ids.add(wish.sectionId)
    const keys: string[] = []
    for (const [at, name] of wish.fields.entries()) {
      const field = catalogue.find(name)
      const fault = faultOfField(name, field)
      if (fault || !field) {
        faults[`${path}.fields.${at}`] = fault ?? ''
        continue
      }
      placed.set(field.key, wish.name)
      keys.push(field.key)
    }
    return keys
  }
}

/** The layout to save, or its faults. */
export function planSections(
  input: PutFieldSections,
  stored: { sections: readonly StoredSection[]; nextId: number },
  catalogue: Catalogue,
): Plan {
  const read = createReader(new Set(stored.sections.map(({ id }) => id)), catalogue)
  const plan: Plan = { sections: [], nextId: stored.nextId, faults: {} }
  for (const [at, wish] of input.sections.entries()) {
    if (fold(wish.name) === fold(otherFieldsName)) continue
    const keys = read(wish, `sections.${at}`, plan.faults)
    const id = wish.sectionId ?? plan.nextId++
    plan.sections.push({ id, name: wish.name, collapsed: wish.collapsed, keys })
  }
  return plan
}
