import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { levelOf, type Level } from '@steward/contracts/level'
import { currenciesQuery } from '../../entities/currency/index.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { fieldSectionsQuery, levelFieldsQuery } from '../../entities/field/index.ts'
import { stagesQuery } from '../../entities/stage/index.ts'
import { recordNamesQuery, recordQuery } from '../../entities/record/index.ts'
import { useUser } from '../../api/session.ts'
import { usersQuery } from '../../entities/user/index.ts'
import {
  learnNames,
  learnRecordName,
  useReferenceNames,
  useValueLookups,
} from '../../entities/value/index.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { newValues, valuesOf, type Presets } from './form-values.ts'
import { RecordForm } from './record-form.tsx'

export type RecordDrawerProps = {
  level: Level
  /** The record to edit; null creates one. */
  id: number | null
  presets?: Presets
  onClose: () => void
  onCreated: (id: number) => void
}

const nothing: never[] = []

/** Names the parents that the address presets. */
function usePresetNames({ organization, account }: Presets): boolean {
  const one = useQuery(recordNamesQuery(levelOf('organization'), organization ? [organization] : []))
  const other = useQuery(recordNamesQuery(levelOf('account'), account ? [account] : []))
  for (const names of [one.data, other.data]) names?.forEach((name, id) => learnRecordName(id, name))
  return !one.isLoading && !other.isLoading
}

const noPresets: Presets = {}

type Target = { level: Level; id: number | null; presets: Presets }

/** Everything the form asks about: fields, names, and the values to start with, once they are there. */
function useFormSources({ level, id, presets }: Target) {
  const user = useUser()
  const plain = useValueLookups(level)
  const fields = useQuery(levelFieldsQuery(level))
  const sections = useQuery(fieldSectionsQuery(level))
  const record = useQuery({ ...recordQuery(level, id ?? 0), enabled: id !== null })
  const isNamed = usePresetNames(presets)
  const lists = [useQuery(usersQuery), useQuery(stagesQuery(level)), useQuery(currenciesQuery)]
  const isReady = isNamed && !sections.isPending && lists.every(({ isPending }) => !isPending)
  const held = record.data
  const shown = useMemo(() => (held ? [held] : nothing), [held])
  const lookups = useReferenceNames(plain, fields.data ?? nothing, shown)
  const start = useMemo(() => {
    if (!fields.data || !isReady) return null
    if (id === null) return newValues(level, fields.data, plain, user.userId, presets)
    if (!held) return null
    learnNames(held)
    return valuesOf(held, fields.data)
  }, [fields.data, isReady, id, held, level, plain, user.userId, presets])
  const error = [fields, record, ...lists].find((query) => query.error)?.error
  return { fields: fields.data, sections: sections.data, held, lookups, start, error }
}

/** The form of a record at the right edge, once everything it asks about is there. */
export function RecordDrawer({ level, id, presets = noPresets, onClose, onCreated }: RecordDrawerProps) {
  const { fields, sections, held, lookups, start, error } = useFormSources({ level, id, presets })
  const shared = { level, id, held, sections, lookups, presets, onClose, onCreated }
  if (start && fields) return <RecordForm {...shared} fields={fields} start={start} />
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={id === null ? `New ${level.name}` : `Edit ${level.name}`}
    >
      {error ? <ErrorPanel {...errorPanelProps(error)} /> : <FormSkeleton />}
    </Drawer>
  )
}

function FormSkeleton() {
  return (
    <div className="flex flex-col gap-5" aria-busy="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  )
}
