import { Suspense } from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from './lazy-part.tsx'

export { toast } from './toast-store.ts'

const ToastMessages = lazyPart(() => import('./toast-messages.tsx'), 'ToastMessages')

/**
 * Lower right, left of an open panel or drawer and above a bar (`toast-room`). The pointer or the focus stops
 * the clock. Beside the root, which is a layer of its own under every drawer and dialog.
 */
export function Toaster() {
  return createPortal(
    <div data-print="off" data-messages="" className="contents">
      <Suspense>
        <ToastMessages />
      </Suspense>
    </div>,
    document.body,
  )
}
