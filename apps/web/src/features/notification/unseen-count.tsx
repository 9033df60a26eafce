import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { unseenQuery } from './notification.calls.ts'

/** Gives how many notifications are unseen. */
export function UnseenCount({ children }: { children: (count: number) => ReactNode }) {
  const { data } = useQuery(unseenQuery)
  return children(data?.all ?? 0)
}
