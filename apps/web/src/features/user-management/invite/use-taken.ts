import { useCallback, useEffect, useRef, useState } from 'react'
import { mostInvites } from '@steward/contracts/plain/invite'
import { findTakenAddresses } from '../user-management.calls.ts'

const debounce = 300

/**
 * Which of some addresses belong to a user already, asked in the background while they are entered.
 * An answer that does not come blocks nothing: the server judges each address again.
 */
export function useTaken(addresses: readonly string[]) {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set<string>())
  const asked = useRef(new Set<string>())
  const waiting = addresses.map((address) => address.toLowerCase()).join('\n')

  useEffect(() => {
    const timer = window.setTimeout(() => {
      const unknown = waiting.split('\n').filter((address) => address && !asked.current.has(address))
      for (let start = 0; start < unknown.length; start += mostInvites) {
        const part = unknown.slice(start, start + mostInvites)
        for (const address of part) asked.current.add(address)
        findTakenAddresses(part).then(
          (found) => setTaken((known) => new Set([...known, ...found])),
          () => part.forEach((address) => asked.current.delete(address)),
        )
      }
    }, debounce)
    return () => window.clearTimeout(timer)
  }, [waiting])

  return {
    taken,
    /** The server has sent one. */
    learn: useCallback((address: string) => {
      asked.current.add(address.toLowerCase())
      setTaken((known) => new Set([...known, address.toLowerCase()]))
    }, []),
    /** Asks again about all when the list changes next. */
    doubt: useCallback(() => asked.current.clear(), []),
  }
}
