import { useMemo, useState } from 'react'
import type { ColumnMapping } from '@steward/contracts/sheet'
import { dataTypes } from '@steward/contracts/data-type'
import type { Level } from '@steward/contracts/level'
import { useCan } from '../../../api/can.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { Option } from '../../../ui/option.ts'
import type { Detection } from '../bulk.calls.ts'
import type { Choices } from '../wizard/import-draft.ts'
import { createChoice, leaveOutChoice, mappingColumns, MappingRow } from './mapping-row.tsx'
import type { Choose } from '../wizard/import-draft.ts'
import { numberText } from '../../../ui/reader.ts'

type MappingListProps = {
  level: Level
  detection: Detection
  choices: Choices
  targets: readonly LevelField[]
  onChoose: Choose
}

/** Every row has a picker of its own, so a file with hundreds of columns shows them in portions. */
const portion = 60

function targetOptions(targets: readonly LevelField[], mayCreate: boolean): Option[] {
  return [
    { value: leaveOutChoice, label: 'Do not import' },
    ...(mayCreate ? [{ value: createChoice, label: 'Create field…', detail: 'from this column' }] : []),
    ...targets.map((field) => ({
      value: field.name,
      label: field.displayName,
      detail: dataTypes[field.dataType].label,
    })),
  ]
}

/** One row per column of the file. */
export function MappingList({ level, detection, choices, targets, onChoose }: MappingListProps) {
  const [shown, setShown] = useState(portion)
  const mayCreate = useCan()('field.administer')
  const options = useMemo(() => targetOptions(targets, mayCreate), [targets, mayCreate])
  const change = (mapping: ColumnMapping) =>
    onChoose({
      columns: choices.columns.map((other) => (other.column === mapping.column ? mapping : other)),
    })
  return (
    <div>
      <div
        aria-hidden
        className={cx(
          'hidden gap-4 border-b border-line px-3 pb-2 text-label font-medium text-2 md:grid',
          mappingColumns,
        )}
      >
        <span>Column in the file</span>
        <span>Sample values</span>
        <span>Looks like</span>
        <span>Field</span>
      </div>
      <ul className="flex flex-col">
        {detection.columns.slice(0, shown).map((guess, at) => {
          const mapping = choices.columns[at]
          return (
            mapping && (
              <MappingRow
                key={guess.column}
                level={level}
                guess={guess}
                mapping={mapping}
                detection={detection}
                choices={choices}
                targets={targets}
                options={options}
                mayCreate={mayCreate}
                onChange={change}
                onChoose={onChoose}
              />
            )
          )
        })}
      </ul>
      {detection.columns.length > shown && (
        <Button className="mt-3" onClick={() => setShown(shown + portion)}>
          Show more of {numberText(detection.columns.length)} columns
        </Button>
      )}
    </div>
  )
}
