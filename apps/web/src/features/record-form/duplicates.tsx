import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { isEmailAddress } from '@steward/contracts/plain/email-address'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../entities/field/index.ts'
import { findByExternalId, findContactsByEmail, findRecords, recordId } from '../../entities/record/index.ts'
import { paths } from '../../paths.ts'

type Found = { id: number; name: string; detail: string | null }

const debounce = 300
const most = 3

type Search = (level: Level, text: string, signal: AbortSignal) => Promise<Found[]>

const byName: Search = async (level, text, signal) =>
  (await findRecords(level, text, signal)).map(({ id, name, parentName }) => ({
    id,
    name,
    detail: parentName,
  }))

const byExternalId: Search = async (level, text, signal) =>
  (await findByExternalId(level, text, signal)).map(({ id, name, parentName }) => ({
    id,
    name,
    detail: parentName,
  }))

const byEmail: Search = async (level, text, signal) =>
  (await findContactsByEmail(text, signal)).map((record) => ({
    id: recordId(level, record),
    name: record.globalFields.name,
    detail: record.globalFields.account?.name ?? null,
  }))

type Lookup = { search: Search; isEnough: (text: string) => boolean }

/** The fields that identify a duplicate. */
const lookups: Readonly<Record<string, Lookup>> = {
  name: { search: byName, isEnough: (text) => text.length >= 3 },
  'system:externalId': { search: byExternalId, isEnough: (text) => text.length > 0 },
  'system:email': { search: byEmail, isEnough: isEmailAddress },
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), debounce)
    return () => window.clearTimeout(timer)
  }, [text])
  return settled
}

/** Records that may be the one being typed. They open in a tab of their own, so that nothing typed is lost. */
export function Duplicates({ level, field, value }: { level: Level; field: LevelField; value: unknown }) {
  const text = useSettled(typeof value === 'string' ? value.trim() : '')
  const lookup = field.custom ? undefined : lookups[field.name]
  const { data: found = [] } = useQuery({
    queryKey: ['records', level.name, 'duplicates', field.name, text],
    queryFn: ({ signal }) => lookup!.search(level, text, signal),
    enabled: lookup?.isEnough(text) ?? false,
  })
  if (!lookup || found.length === 0 || text === '') return null
  return (
    <div role="status" className="mt-1.5 rounded-control bg-average-soft px-2.5 py-2 text-label">
      <p className="flex items-center gap-1.5 font-medium text-average">
        <IconCopy size={14} className="shrink-0" aria-hidden />
        {found.length === 1 ? 'This may already exist' : 'One of these may be the same'}
      </p>
      <ul className="mt-1 flex flex-col">
        {found.slice(0, most).map(({ id, name, detail }) => (
          <li key={id} className="min-w-0">
            <a
              href={paths.record(level.plural, id)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-chip text-1 hover:underline"
            >
              <span className="truncate font-medium">{name}</span>
              {detail && <span className="truncate text-2">{detail}</span>}
              <IconExternalLink size={12} className="shrink-0 text-2" aria-hidden />
              <span className="hidden-text">(opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
