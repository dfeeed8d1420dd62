import { Application, Graphics, Particle, ParticleContainer, Rectangle } from 'pixi.js'
import type { SectionLayout } from '../../../renderer/seat-map/layout/section-layout.ts'
import type { Camera } from '../../../renderer/seat-map/surface/map-surface.ts'

/** Draws the seats with the fastest technique of pixi.js for many objects: tinted particles of one texture. */
export async function pixiMap(
  host: HTMLElement,
  { xs, ys, seats, pitch }: SectionLayout,
  { width, height, paper, free, taken }: Readonly<Record<'paper' | 'free' | 'taken', string>> & Rectangular,
) {
  const app = new Application()
  await app.init({ width, height, background: paper, antialias: false, autoStart: false, preference: 'webgl' })
  host.append(app.canvas)
  const texture = app.renderer.generateTexture(new Graphics().roundRect(0, 0, 32, 32, 7).fill('#ffffff'))
  const container = new ParticleContainer({
    texture,
    boundsArea: new Rectangle(-1e4, -1e4, 2e4, 2e4),
    dynamicProperties: { position: false, rotation: false, vertex: false, uvs: false, color: false },
  })
  const size = (pitch * 0.88) / texture.width
  const shared = { texture, anchorX: 0.5, anchorY: 0.5, scaleX: size, scaleY: size }
  const tintOf = (i: number): string => (seats[i]?.status === 'available' ? free : taken)
  container.particleChildren.push(
    ...Array.from(xs, (x, i) => new Particle({ x, y: ys[i] ?? 0, ...shared, tint: tintOf(i) })),
  )
  container.update()
  app.stage.addChild(container)
  return {
    draw: ({ scale, x, y }: Camera) => {
      container.position.set(x, y)
      container.scale.set(scale)
      app.render()
    },
  }
}

type Rectangular = Readonly<{ width: number; height: number }>
