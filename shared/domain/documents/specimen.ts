/** Of what a paper is a specimen, and says so across itself: the demo, or training at a live desk. */
export type Specimen = 'demo' | 'training'
