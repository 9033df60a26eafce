import type { ValueType } from './value-type.ts'

/** An act sets it; a condition may ask for retired reasons too, which records still hold. */
export const churnReasonTypes = {
  churnReason: {
    text: (value, _, field) =>
      field.options.find(({ id }) => id === value)?.value ?? `Reason ${String(value)}`,
    editor: 'choice',
    choices: (field) => ({
      options: field.options.map(({ id, value, retired }) => ({
        value: id,
        label: value,
        ...(retired && { detail: 'Retired' }),
      })),
    }),
  },
} satisfies Record<string, ValueType>
