import type { RuleField } from '../src/index.ts'

const FIELDS: RuleField[] = [
  { name: 'note', kind: 'text', label: 'Note' },
  { name: 'health', kind: 'number', label: 'Health' },
  { name: 'renewal', kind: 'date', label: 'Renewal date' },
  { name: 'active', kind: 'boolean', label: 'Active' },
  { name: 'stage', kind: 'reference', label: 'Stage', allowed: new Set([1, 2]) },
  { name: 'owners', kind: 'references', label: 'Owners' },
]

/** The fields of the tests that go through cases by hand. */
export function findField(name: string): RuleField | undefined {
  return FIELDS.find((field) => field.name === name)
}
