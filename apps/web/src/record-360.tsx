import { RecordPage } from './features/record-page/record.page.tsx'
import { recordLoggers, recordTabs } from './record-tabs.tsx'

// What most see first loads beside the page, not after it.
import('./features/record-page/overview/overview-tab.tsx').catch(() => undefined)

/** The page of a record at `/app/{level}/{id}`, with the tabs and loggers that the features bring. */
export function Record360() {
  return <RecordPage tabs={recordTabs} loggers={recordLoggers} />
}
