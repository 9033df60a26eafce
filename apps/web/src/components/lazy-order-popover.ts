import { lazyPart } from '../ui/lazy-part.tsx'

export const LazyOrderPopover = lazyPart(() => import('./order-popover.tsx'), 'OrderPopover')
