import { useCallback, useMemo } from 'react'
import { levelOf, levels } from '@steward/contracts/level'
import { mostLinks, type LinkedRecord } from '@steward/contracts/timeline'
import { findRecords } from '../../../entities/record/index.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { MultiCombobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import type { Subject } from '../logging.calls.ts'

const perLevel = 6

const keyOf = ({ level, id }: Pick<LinkedRecord, 'level' | 'id'>) => `${level}-${id}`

function linkedOf({ value, label }: Option): LinkedRecord {
  const [level, id] = String(value).split('-').map(Number)
  return { level: level as LinkedRecord['level'], id: id!, name: label }
}

type LinkedFieldProps = {
  subject: Subject
  value: readonly LinkedRecord[]
  onChange: (value: LinkedRecord[]) => void
  error?: string
}

/** Further records on whose page the entry is to lie. */
export function LinkedField({ subject, value, onChange, error }: LinkedFieldProps) {
  const own = keyOf({ level: subject.level.id, id: subject.id })
  const load = useCallback(
    async (query: string, signal: AbortSignal): Promise<Option[]> => {
      const found = await Promise.all(
        levels.map(async (level) => {
          const records = await findRecords(level, query, signal, perLevel)
          return records.map(({ id, name, parentName }): Option => {
            const detail = parentName ? `${level.label} of ${parentName}` : level.label
            const icon = <Avatar name={name} size={18} square={level.name !== 'contact'} />
            return { value: keyOf({ level: level.id, id }), label: name, detail, icon }
          })
        }),
      )
      return found.flat().filter((option) => option.value !== own)
    },
    [own],
  )
  const chosen = useMemo(
    () =>
      value.map((link): Option => ({
        value: keyOf(link),
        label: link.name,
        detail: levelOf(link.level).label,
      })),
    [value],
  )
  return (
    <Field label="Also link to" error={error} help="Also shown on these records' pages.">
      <MultiCombobox
        load={load}
        value={chosen}
        placeholder="Find organizations, accounts, contacts, pipelines"
        onChange={(options) => onChange(options.slice(0, mostLinks).map(linkedOf))}
      />
    </Field>
  )
}
