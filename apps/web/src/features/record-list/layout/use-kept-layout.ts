import { useCallback, useEffect } from 'react'
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { type KeptLayout, listScope, usualLayout } from '../../../entities/record/index.ts'
import { useUser } from '../../../api/session.ts'
import { copiedLayout, flushLayouts, keepLayout, loadLayout } from './layout-keeper.ts'

/** What a user's list looks like: at once what this browser showed last, then what the server has. */
export function keptLayoutQuery(client: QueryClient, level: Level, userId: number) {
  const owner = { userId, scope: listScope(level) }
  const queryKey = ['column-set', owner.scope] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => loadLayout(owner, () => client.getQueryData<KeptLayout>(queryKey), signal),
    initialData: () => copiedLayout(owner),
    initialDataUpdatedAt: 0,
    staleTime: 5 * 60_000,
  })
}

export type ChangeLayout = (change: Partial<KeptLayout>) => void

/** The user's own layout of a level's list, undefined until it is known, and how to change a part of it. */
export function useKeptLayout(level: Level): { kept: KeptLayout | undefined; changeLayout: ChangeLayout } {
  const client = useQueryClient()
  const { userId } = useUser()
  const { data, isError } = useQuery(keptLayoutQuery(client, level, userId))

  const changeLayout = useCallback(
    (change: Partial<KeptLayout>) => {
      const { queryKey } = keptLayoutQuery(client, level, userId)
      const next = { ...(client.getQueryData(queryKey) ?? usualLayout), ...change }
      client.setQueryData(queryKey, next)
      keepLayout({ userId, scope: listScope(level) }, next)
    },
    [client, level, userId],
  )

  useEffect(() => {
    addEventListener('pagehide', flushLayouts)
    return () => removeEventListener('pagehide', flushLayouts)
  }, [])

  return { kept: data ?? (isError ? usualLayout : undefined), changeLayout }
}
