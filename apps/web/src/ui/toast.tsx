import { Suspense } from 'react'
import { lazyPart } from './lazy-part.tsx'

export { toast } from './toast-store.ts'

const ToastMessages = lazyPart(() => import('./toast-messages.tsx'), 'ToastMessages')

/** Lower right, left of an open panel and above a bar (`makeRoom`). The pointer or the focus stops the clock. */
export function Toaster() {
  return (
    <div data-print="off" data-messages="" className="contents">
      <Suspense>
        <ToastMessages />
      </Suspense>
    </div>
  )
}
