import { html } from 'hono/html';

/** What stands around the panel before its script has come. */
export function panelFrame() {
  return html`<aside id="panel" class="panel" aria-label="What the SDK does">
    <button
      type="button"
      id="panel-toggle"
      class="panel-toggle"
      aria-expanded="false"
      aria-controls="panel-body"
    >
      <span class="panel-title">What the SDK does</span>
      <span class="panel-brief" id="panel-brief"></span>
    </button>
    <div id="panel-body" class="panel-body" tabindex="-1"></div>
  </aside>`;
}
