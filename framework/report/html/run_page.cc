// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include "assay/internal/html.h"
#include "html/case_data.h"
#include "html/head.h"
#include "html/page.h"

namespace assay {

void write_html(std::ostream& out, const RunView& view, const RunRows& rows, const PageLimits& limits) {
  const std::string title = "assay: " + view.info.suite;
  begin_page(out, Page::run, title);
  out << "<main>\n<div id=\"overview\">\n";
  write_run_head(out, view);
  out << "<section aria-label=\"Cases\" id=\"cases\">\n<h2>Cases</h2>\n<noscript><p class=\"warn\">The cases "
         "are "
         "listed by a script, which this browser does not run: report.md beside this page shows what did not "
         "pass.</p></noscript>\n</section>\n<h2>Pictures</h2>\n";
  write_pictures(out, view);
  out << "</div>\n<div id=\"case\" hidden></div>\n</main>\n";
  CaseData cases(out, view.summary.present, limits);
  for (CaseRows each(rows.open()); each.next();) cases.add(each);
  cases.finish(title, view.info.run_id);
  end_page(out, Page::run);
}

}  // namespace assay
