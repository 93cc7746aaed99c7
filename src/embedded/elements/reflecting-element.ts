import type { PlacementElement, View } from './placement.js';

const VIEWS: readonly string[] = ['card', 'banner', 'notification'];

/** Makes a class of elements whose properties are what their attributes say, and the other way round. */
export function reflectingElement() {
  return class extends HTMLElement implements Omit<PlacementElement, 'render'> {
    static readonly observedAttributes = ['placement-id', 'view', 'limit', 'project'];

    get placementId() {
      return this.getAttribute('placement-id') ?? '';
    }
    set placementId(id) {
      reflect(this, 'placement-id', id);
    }

    get view() {
      const view = this.getAttribute('view') ?? '';
      return (VIEWS.includes(view) ? view : 'card') as View;
    }
    set view(view) {
      reflect(this, 'view', view);
    }

    get limit() {
      const limit = this.getAttribute('limit') ?? '';
      return /^\d+$/.test(limit) ? Number(limit) : undefined;
    }
    set limit(limit) {
      reflect(this, 'limit', limit);
    }

    get project() {
      return this.getAttribute('project') ?? '';
    }
    set project(project) {
      reflect(this, 'project', project);
    }
  };
}

/** Writes a property as its attribute. Frameworks take one away with `undefined`, `null` or an empty text. */
function reflect(element: Element, name: string, value: string | number | null | undefined) {
  const text = String(value ?? '');
  if (text) element.setAttribute(name, text);
  else element.removeAttribute(name);
}
