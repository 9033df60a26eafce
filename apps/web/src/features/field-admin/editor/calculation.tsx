import { Suspense, useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { CustomDataType } from '@steward/contracts/data-type'
import type { Field as FieldDefinition } from '@steward/contracts/field'
import type { Level } from '@steward/contracts/level'
import {
  childFields,
  customFieldsQuery,
  draftDataTypes,
  LazyDependencyList,
  LazyFormulaEditor,
  LazyRollupEditor,
} from '../../../entities/calculation/index.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { typeLabel } from '../type-icon.tsx'
import type { FieldForm } from './use-field-form.ts'

type CalculationProps = { level: Level; field: FieldDefinition | null; form: FieldForm }

/** How a calculated field comes by its values, and how far that has come. */
export function Calculation({ level, field, form }: CalculationProps) {
  const { draft, problems, change, setFaulty } = form
  return (
    <section aria-label="Calculation" className="flex flex-col gap-4">
      <Suspense fallback={<Skeleton className="h-32 w-full" />}>
        {draft.way === 'horizontal' ? (
          <LazyFormulaEditor
            level={level.id}
            dataType={draft.dataType}
            value={draft.formula}
            fieldId={field?.customColumnId}
            error={problems.formula}
            onChange={(formula) => change({ formula })}
            onChecked={(answer) => setFaulty((answer?.problems.length ?? 0) > 0)}
          />
        ) : (
          <LazyRollupEditor
            level={level.id}
            value={draft.rollup}
            errors={problems.server}
            onChange={(rollup) => change({ rollup })}
          />
        )}
        {draft.way === 'vertical' && !field && <RollupType form={form} />}
        {field && <LazyDependencyList fieldId={field.customColumnId} />}
      </Suspense>
    </section>
  )
}

/** The types that the roll-up may have; where the chosen one is none of them, the usual one is taken. */
function RollupType({ form }: { form: FieldForm }) {
  const { draft, problems, change } = form
  const { rollup, dataType } = draft
  const level = rollup.childLevel
  const { data: custom } = useQuery({ ...customFieldsQuery(level ?? 1), enabled: level !== null })
  const child =
    level === null
      ? undefined
      : childFields(level, custom ?? [], rollup.function).find(({ id }) => id === rollup.childId)
  const types = draftDataTypes(rollup, child)
  const usual = types[0]
  const isFitting = types.includes(dataType)
  useEffect(() => {
    if (usual !== undefined && !isFitting) change({ dataType: usual as CustomDataType })
    // `change` is another function each time and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [usual, isFitting])
  return (
    <Field label="Type of the result" help="It can't be changed later." error={problems.dataType}>
      <Select
        value={isFitting ? dataType : null}
        disabled={types.length < 2}
        options={types.map((type) => ({ value: type, label: typeLabel(type) }))}
        onChange={(type) => type && change({ dataType: type as CustomDataType })}
      />
    </Field>
  )
}
