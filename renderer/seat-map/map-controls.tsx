import type { RefObject } from 'react'
import type { SeatMapLabels } from '../i18n/seat-map-labels.ts'
import styles from './map-controls.module.css'
import type { MapView } from './surface/map-view.ts'
import { ZOOM_STEP } from './touch.ts'

/** Larger, smaller, and all of it. */
export function ZoomControls({ view, labels }: { view: RefObject<MapView | null>; labels: SeatMapLabels }) {
  return (
    <div className={styles.zoom}>
      <button
        type="button"
        className={styles.control}
        aria-label={labels.zoomIn}
        onClick={() => view.current?.zoomBy(ZOOM_STEP)}
      >
        <Sign path="M12 5v14M5 12h14" />
      </button>
      <button
        type="button"
        className={styles.control}
        aria-label={labels.zoomOut}
        onClick={() => view.current?.zoomBy(1 / ZOOM_STEP)}
      >
        <Sign path="M5 12h14" />
      </button>
      <button
        type="button"
        className={styles.control}
        aria-label={labels.wholeSection}
        onClick={() => view.current?.fit()}
      >
        <Sign path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
      </button>
    </div>
  )
}

function Sign({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
