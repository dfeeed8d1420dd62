import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'

/** A driver whose provider can be examined. It moves no money and leaves nothing behind. */
export interface Examinable {
  examine(): Promise<readonly ExaminationFinding[]>
}
