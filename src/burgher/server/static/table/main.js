// The table's page, the same for every game. The server draws the table and says what may be played; here what
// can be touched is lit, touching narrows the choice, and what is left is sent.

import { keepGame } from "../my_games.js";
import "../site.js";
import { followChat } from "./chat.js";
import { connect } from "./connection.js";
import { followClocks } from "./clock.js";
import { beginGuide, showGuide } from "./guide.js";
import { linkAll } from "./help.js";
import { listenToKeyboard } from "./keyboard.js";
import { showChoices } from "./lighting.js";
import { showTurnInTitle } from "./news.js";
import { page, readView } from "./page.js";
import { followPanels, showCurtain } from "./panels.js";
import { listenToPointer } from "./pointer.js";
import { showRecap } from "./recap.js";
import { readSettings } from "./settings.js";
import { listenForSounds } from "./sound.js";
import { showTeacher } from "./teacher.js";
import { followTelling } from "./told.js";
import { showWatchers } from "./watching.js";
import { listenToZoom } from "./zoom.js";

readSettings();
page.happens("drawn", { view: readView() });
showChoices();
showTurnInTitle();
showTeacher();
showCurtain();
showWatchers();
followChat();
beginGuide();
showGuide();
linkAll();
showRecap();
listenToPointer();
listenToKeyboard();
followPanels();
listenToZoom();
listenForSounds();
followClocks();
followTelling();
if (page.allows("changed")) {
  const { title, names, mine, over } = page.view;
  keepGame({ url: location.pathname, title, names: names.join(", ") }, mine.length > 0 && !over);
  connect();
}
