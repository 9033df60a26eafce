import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { agoText } from '../../../components/time-text.ts'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import { levelTitle } from '../../../entities/level/index.ts'
import { MultiCombobox } from '../../../ui/combobox.tsx'
import type { Detection } from '../bulk.calls.ts'
import type { Choices, Choose } from '../wizard/import-draft.ts'

type MissingFromProps = { level: Level; detection: Detection; choices: Choices; onChoose: Choose }

/** The earlier imports among whose records those are that the file lacks; none for all that have the key. */
export function MissingFrom({ level, detection: { imports }, choices, onChoose }: MissingFromProps) {
  const { data: fields = [] } = useQuery(levelFieldsQuery(level))
  const records = levelTitle(level).toLowerCase()
  const key = fields.filter(({ name }) => choices.key.includes(name)).map(({ displayName }) => displayName)
  const options = imports.map(({ jobId, fileName, finishedAt }) => ({
    value: jobId,
    label: fileName,
    detail: agoText(finishedAt),
  }))
  const chosen = options.filter(({ value }) => choices.missingFrom.includes(value))
  return (
    <div className="flex w-120 max-w-full flex-col gap-1.5">
      {options.length > 0 && (
        <MultiCombobox
          aria-label="Imports whose records are looked for"
          placeholder={`All ${records} with the key`}
          options={options}
          value={chosen}
          onChange={(next) => onChoose({ missingFrom: next.map(({ value }) => Number(value)) })}
        />
      )}
      <p className="text-label text-2">
        {chosen.length > 0
          ? `Only ${records} that these imports created or changed. Remove those of other files.`
          : `All ${records} that have ${key.join(' and ')}, also those that no file brought.`}
      </p>
    </div>
  )
}
