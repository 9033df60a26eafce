export { RecordPicture } from './record-picture.tsx'
