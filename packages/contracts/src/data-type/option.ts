import {
  bad,
  good,
  type DataTypeShape,
  type PicklistOption,
  type ReadField,
  type Reader,
} from './data-type.shape.ts'

function findOption(field: ReadField, input: unknown): PicklistOption | undefined {
  const options = field.options ?? []
  if (typeof input === 'number') return options.find((option) => option.id === input)
  if (typeof input !== 'string') return undefined
  const text = input.trim().toLowerCase()
  return options.find((option) => option.value.toLowerCase() === text)
}

const readOption: Reader = (field, input) => {
  if (typeof input === 'string' && input.trim() === '') return good(null)
  const option = findOption(field, input)
  if (option) return good(option.id)
  const named = typeof input === 'string' || typeof input === 'number'
  return bad(
    `${named ? `"${String(input).slice(0, 50)}"` : 'This'} is not an option of ${field.displayName}.`,
  )
}

const readOptions: Reader = (field, input, context) => {
  if (!Array.isArray(input)) return bad(`${field.displayName} must be a list of options.`)
  const ids = new Set<number>()
  for (const item of input) {
    const option = readOption(field, item, context)
    if (!option.ok) return option
    if (option.value !== null) ids.add(option.value as number)
  }
  return good(ids.size === 0 ? null : [...ids])
}

export const optionTypes = {
  singlePicklist: {
    label: 'Single Option',
    kind: 'reference',
    custom: true,
    hasOptions: true,
    read: readOption,
  },
  multiPicklist: {
    label: 'Multi Option',
    kind: 'references',
    custom: true,
    neverKey: true,
    hasOptions: true,
    read: readOptions,
  },
} as const satisfies Record<string, DataTypeShape>
