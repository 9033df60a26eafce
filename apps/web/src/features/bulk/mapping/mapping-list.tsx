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
import { MatchedColumns } from './matched-columns.tsx'
import { fewColumns, openColumns } from './open-columns.ts'
import { furtherOf, withReplaced } from './further-targets.ts'
import { createChoice, leaveOutChoice } from './mapping-choice.ts'
import { mappingColumns, MappingRow } from './mapping-row.tsx'
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

function Heads() {
  return (
    <div
      aria-hidden
      className={cx(
        'sticky top-0 z-10 hidden gap-4 border-b border-line bg-surface px-3 py-1.5 text-label font-medium text-2 md:grid',
        mappingColumns,
      )}
    >
      <span>Column in the file</span>
      <span>Sample values</span>
      <span>Looks like</span>
      <span>Field</span>
    </div>
  )
}

/** Columns that ask for something first; those that are matched take little room after them until they are opened. */
export function MappingList({ level, detection, choices, targets, onChoose }: MappingListProps) {
  const [shown, setShown] = useState(portion)
  const [opened, setOpened] = useState(() => openColumns(detection, choices, targets))
  const asking = openColumns(detection, choices, targets)
  const open = detection.columns.filter(({ column }) => opened.has(column) || asking.has(column))
  const matched = detection.columns.flatMap((guess) => {
    if (opened.has(guess.column) || asking.has(guess.column)) return []
    const filling = [choices.columns[guess.column], ...furtherOf(guess.column, choices.columns)]
    const fields = filling.flatMap((one) => targets.find(({ name }) => name === one?.target) ?? [])
    return fields.length > 0 ? [{ guess, fields }] : []
  })
  const mayCreate = useCan()('field.administer')
  const options = useMemo(() => targetOptions(targets, mayCreate), [targets, mayCreate])
  const change = (column: number, columns: ColumnMapping[]) => {
    setOpened(new Set([...opened, column]))
    onChoose({ columns })
  }
  return (
    <div
      className={cx(
        'relative rounded-card border border-line',
        // Long lists leave room for what is around them; on phones the page scrolls alone.
        detection.columns.length > fewColumns &&
          'md:max-h-[max(22rem,calc(100dvh-28rem))] md:overflow-y-auto md:overscroll-contain',
      )}
    >
      {open.length > 0 && <Heads />}
      <ul className="flex flex-col">
        {open.slice(0, shown).map((guess) => {
          const mapping = choices.columns[guess.column]
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
                onReplace={(before, after) =>
                  change(guess.column, withReplaced(choices.columns, before, after))
                }
                onAdd={(added) => change(guess.column, [...choices.columns, added])}
                onChoose={onChoose}
              />
            )
          )
        })}
      </ul>
      {open.length > shown && (
        <Button className="m-3" onClick={() => setShown(shown + portion)}>
          Show more of {numberText(open.length)} columns
        </Button>
      )}
      <MatchedColumns columns={matched} onOpen={(column) => setOpened(new Set([...opened, column]))} />
    </div>
  )
}
