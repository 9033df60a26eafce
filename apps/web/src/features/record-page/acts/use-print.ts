import { useQueryClient } from '@tanstack/react-query'
import { overviewQuery } from '../../../entities/overview/index.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useSearchParams } from '../../../components/search-params.ts'

/** How long the overview is waited for before what is there is printed, in milliseconds. */
const longestWait = 3000
const step = 50

/** Resolves once the overview stands on the page. */
async function overviewDrawn(): Promise<void> {
  for (let waited = 0; waited < longestWait; waited += step) {
    if (document.querySelector('[data-overview]')) return
    await new Promise((resolve) => setTimeout(resolve, step))
  }
}

/** Prints the record: its fields, in their sections, and its overview. */
export function usePrint(): () => void {
  const { level, id } = useRecordScreen()
  const [, setSearch] = useSearchParams()
  const client = useQueryClient()
  async function print(): Promise<void> {
    setSearch({ tab: 'overview' }, { replace: true })
    await client.ensureQueryData(overviewQuery(level, id)).catch(() => undefined)
    await overviewDrawn()
    window.print()
  }
  return () => void print()
}
