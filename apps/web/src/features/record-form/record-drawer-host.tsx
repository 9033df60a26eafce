import { Suspense } from 'react'
import { useRouterState } from '@tanstack/react-router'
import { findLevel } from '@steward/contracts/level'
import { useCan } from '../../api/can.ts'
import { useGo } from '../../components/go.ts'
import { levelByPlural, useLevel } from '../../entities/level/index.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { paths } from '../../paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const RecordDrawer = lazyPart(() => import('./record.drawer.tsx'), 'RecordDrawer')

function idOf(value: unknown): number | undefined {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Values by field name; what is not an id is left out. */
function valuesOf(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => idOf(entry[1]) !== undefined),
  )
}

/**
 * The form over any page of a level. The address opens it: `create=true` for a record of the level of
 * the page, `create=contact` for one of another level, with `organization` and `account` as its
 * parents and `values={"<field>":<id>}` as what else it begins with; `edit=12` for all fields of a record of the page's level.
 */
export function RecordDrawerHost() {
  const [search, setSearch] = useSearchParams()
  const may = useCan()
  const go = useGo()
  const pageLevel = useLevel()
  const isKeptPage = useRouterState({
    select: ({ location }) => /^\/app\/[a-z]+\/(?:\d+|board)$/.test(location.pathname),
  })
  // The column of a board begins a record of its own.
  const staysHere = isKeptPage || search['values'] !== undefined
  const close = () =>
    setSearch(
      { create: undefined, edit: undefined, organization: undefined, account: undefined, values: undefined },
      { replace: true },
    )

  const editId = idOf(search['edit'])
  if (editId && may('record.edit')) {
    return (
      <Suspense>
        <RecordDrawer
          key={`edit-${editId}`}
          level={pageLevel}
          id={editId}
          onClose={close}
          onCreated={close}
        />
      </Suspense>
    )
  }
  const asked = search['create']
  const named = typeof asked === 'string' ? (findLevel(asked) ?? levelByPlural(asked)) : undefined
  const level = asked === true ? pageLevel : named
  if (!level || !may('record.create')) return null
  const presets = {
    organization: idOf(search['organization']),
    account: idOf(search['account']),
    values: valuesOf(search['values']),
  }
  return (
    <Suspense>
      <RecordDrawer
        key={`create-${level.name}`}
        level={level}
        id={null}
        presets={presets}
        onClose={close}
        // Under another record or on a board the reader stays there; from a list the new record is shown.
        onCreated={(id) => (staysHere ? close() : go(paths.record(level.plural, id), { replace: true }))}
      />
    </Suspense>
  )
}
