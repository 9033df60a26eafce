import type { Message } from '@steward/contracts/messenger'
import { useSearchParams } from '../../components/search-params.ts'
import type { MessageFilter } from './messenger.calls.ts'
import { channelNames, stateNames } from './message-words.tsx'

function keyOf<K extends string>(known: Record<K, string>, value: unknown): K | undefined {
  return typeof value === 'string' && value in known ? (value as K) : undefined
}

/** The filter and the open message of the address, and the ways to change them. */
export function useOutboxAddress() {
  const [search, change] = useSearchParams()
  const messageId = Number(search.message)
  const filter: MessageFilter = {
    state: keyOf<Message['state']>(stateNames, search.state),
    channel: keyOf<Message['channel']>(channelNames, search.channel),
    query: search.q === undefined ? undefined : String(search.q).slice(0, 200),
  }
  return {
    filter,
    isFiltered: Object.values(filter).some((value) => value !== undefined),
    messageId: Number.isInteger(messageId) && messageId > 0 ? messageId : undefined,
    narrowDown: ({ query, ...changes }: MessageFilter) =>
      change({ ...changes, ...(query === undefined ? {} : { q: query || undefined }) }, { replace: true }),
    clear: () => change({ state: undefined, channel: undefined, q: undefined }),
    open: (id: number) => change({ message: id }),
    close: () => change({ message: undefined }),
  }
}
