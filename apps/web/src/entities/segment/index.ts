export { brokenText } from './broken-text.ts'
export { DeleteSegmentDialog } from './delete-segment-dialog.tsx'
export { PinButton } from './pin-button.tsx'
export { putSegment } from './segment-cache.ts'
export { type SegmentMembersProps, SegmentPage } from './segment-page.tsx'
export { SegmentPicker } from './segment-picker.tsx'
export {
  updateSegment,
  createSegment,
  levelOfSegment,
  type NewSegment,
  ruleMatchQuery,
  segmentQuery,
  segmentsQuery,
} from './segment.calls.ts'
export { useTogglePin } from './use-pin.ts'
export { useSegmentMembers } from './use-segment-members.tsx'
export { Visibility } from './visibility.tsx'
