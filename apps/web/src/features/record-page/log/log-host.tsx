import { Suspense } from 'react'
import type { RecordLogger } from '../../../entities/record-screen/index.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { useLoggers } from './log-button.tsx'

/** What is being logged lies over the page while the address says so. */
export function LogHost({ loggers }: { loggers: readonly RecordLogger[] }) {
  const [{ log }, setSearch] = useSearchParams()
  const logger = useLoggers(loggers).find(({ value }) => value === log)
  if (!logger) return null
  return (
    <Suspense>
      <logger.Body onClose={() => setSearch({ log: undefined }, { replace: true })} />
    </Suspense>
  )
}
